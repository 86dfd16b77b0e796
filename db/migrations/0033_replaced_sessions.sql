ALTER TABLE "sessions" ADD COLUMN "replaces" text;--> statement-breakpoint
CREATE INDEX "sessions_replaces_idx" ON "sessions" USING btree ("replaces");