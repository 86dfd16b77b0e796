ALTER TABLE "events" ADD COLUMN "door" text DEFAULT 'names' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "remove_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_remove_at_idx" ON "users" USING btree ("remove_at") WHERE "users"."remove_at" is not null;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_door_check" CHECK ("events"."door" <> 'code' or "events"."code" is not null);