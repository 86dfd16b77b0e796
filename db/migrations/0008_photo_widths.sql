ALTER TABLE "photos" ADD COLUMN "has_all_widths" boolean DEFAULT false NOT NULL;
