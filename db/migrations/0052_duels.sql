CREATE TABLE "duel_photos" (
	"duel_id" integer NOT NULL,
	"photo_id" integer NOT NULL,
	CONSTRAINT "duel_photos_pk" PRIMARY KEY("duel_id","photo_id")
);
--> statement-breakpoint
CREATE TABLE "duel_votes" (
	"duel_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"photo_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "duel_votes_pk" PRIMARY KEY("duel_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "duels" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"winner_id" integer,
	"tally" jsonb,
	CONSTRAINT "duels_event_unique" UNIQUE("event_id"),
	CONSTRAINT "duels_winner_check" CHECK ("duels"."winner_id" is null or "duels"."counted_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "duel_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "duel_photos" ADD CONSTRAINT "duel_photos_duel_id_duels_id_fk" FOREIGN KEY ("duel_id") REFERENCES "public"."duels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duel_photos" ADD CONSTRAINT "duel_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duel_votes" ADD CONSTRAINT "duel_votes_duel_id_duels_id_fk" FOREIGN KEY ("duel_id") REFERENCES "public"."duels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duel_votes" ADD CONSTRAINT "duel_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duel_votes" ADD CONSTRAINT "duel_votes_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duels" ADD CONSTRAINT "duels_event_id_results_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."results"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duel_photos_photo_id_idx" ON "duel_photos" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "duel_votes_user_id_idx" ON "duel_votes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "duel_votes_photo_id_idx" ON "duel_votes" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "duels_uncounted_idx" ON "duels" USING btree ("ends_at") WHERE "duels"."counted_at" is null;--> statement-breakpoint
-- A duel's end changes the ranking that every server keeps. Its beginning and end are announced by the event's own
-- row (duel_ends_at); nothing announces a tap.
CREATE TRIGGER duels_tell_changed AFTER INSERT OR UPDATE OR DELETE ON "duels"
  FOR EACH ROW EXECUTE FUNCTION tell_event_changed();
