ALTER TABLE "events" DROP CONSTRAINT "events_organizer_id_fk";
--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "organizer_id";