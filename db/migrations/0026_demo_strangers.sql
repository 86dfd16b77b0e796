ALTER TABLE "users" ADD COLUMN "is_stranger" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_stranger_idx" ON "users" USING btree ("created_at") WHERE "users"."is_stranger";--> statement-breakpoint
UPDATE "users" SET "is_stranger" = true
WHERE "event_id" = 1 AND NOT "is_organizer" AND "email_key" NOT LIKE '%@demo.example';--> statement-breakpoint
UPDATE "photos" SET "hidden_at" = now()
WHERE "hidden_at" IS NULL AND "user_id" IN (SELECT "id" FROM "users" WHERE "is_stranger");
