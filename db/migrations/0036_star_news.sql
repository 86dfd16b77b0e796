CREATE TABLE "lit_photos" (
	"photo_id" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stars_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "favorites" ADD COLUMN "tell_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "resting_stars" ADD COLUMN "tell_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lit_photos" ADD CONSTRAINT "lit_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Stars from before are told to nobody, and their photos' bulbs are lit at once.
INSERT INTO "lit_photos" ("photo_id")
  SELECT DISTINCT "photo_id" FROM "favorites"
  WHERE "user_id" NOT IN (SELECT "id" FROM "users" WHERE "is_stranger");
