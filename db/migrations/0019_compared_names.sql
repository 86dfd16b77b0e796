ALTER TABLE "events" DROP CONSTRAINT "events_name_organizer_unique";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "match_key" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "organizer_match_key" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "namesake" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "former_names" ADD COLUMN "match_key" text;--> statement-breakpoint
ALTER TABLE "former_names" ADD COLUMN "organizer_match_key" text;--> statement-breakpoint
CREATE INDEX "former_names_match_idx" ON "former_names" USING btree ("match_key","organizer_match_key");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_name_organizer_unique" UNIQUE("match_key","organizer_match_key","namesake");