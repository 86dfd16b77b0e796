ALTER TABLE "events" ADD COLUMN "approval_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_trusted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "is_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "photos_pending_idx" ON "photos" USING btree ("event_id","id") WHERE "photos"."is_pending";--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_pending_check" CHECK (not "photos"."is_pending" or "photos"."hidden_at" is not null);