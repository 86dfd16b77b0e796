ALTER TABLE "events" ADD COLUMN "flash_mission_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "flashed_at" timestamp (3) with time zone;