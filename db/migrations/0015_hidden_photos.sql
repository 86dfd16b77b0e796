CREATE TABLE "resting_stars" (
	"user_id" integer NOT NULL,
	"photo_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resting_stars_pk" PRIMARY KEY("user_id","photo_id")
);
--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "resting_stars" ADD CONSTRAINT "resting_stars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resting_stars" ADD CONSTRAINT "resting_stars_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resting_stars_photo_id_idx" ON "resting_stars" USING btree ("photo_id");