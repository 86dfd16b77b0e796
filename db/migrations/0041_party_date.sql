ALTER TABLE "events" ADD COLUMN "party_date" date;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "printed_photos" integer;