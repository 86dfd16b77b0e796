-- Rows of earlier versions lack widths; new ones have them all.
ALTER TABLE "photos" ADD COLUMN "has_all_widths" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "photos" ALTER COLUMN "has_all_widths" SET DEFAULT true;
