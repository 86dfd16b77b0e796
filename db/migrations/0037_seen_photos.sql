CREATE TABLE "pile_readers" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"looked_at" timestamp (3) with time zone,
	"looked_before_at" timestamp (3) with time zone,
	"has_declined" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seen_photos" (
	"user_id" integer NOT NULL,
	"photo_id" integer NOT NULL,
	CONSTRAINT "seen_photos_pk" PRIMARY KEY("user_id","photo_id")
);
--> statement-breakpoint
ALTER TABLE "pile_readers" ADD CONSTRAINT "pile_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_photos" ADD CONSTRAINT "seen_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_photos" ADD CONSTRAINT "seen_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seen_photos_photo_id_idx" ON "seen_photos" USING btree ("photo_id");