ALTER TABLE "users" ADD COLUMN "remove_with_photos" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "remove_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "removal" jsonb;--> statement-breakpoint
CREATE INDEX "photos_remove_at_idx" ON "photos" USING btree ("remove_at") WHERE "photos"."remove_at" is not null;