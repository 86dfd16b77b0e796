CREATE TABLE "mission_cards" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"mission_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	"swapped_at" timestamp (3) with time zone,
	CONSTRAINT "mission_cards_end_check" CHECK ("mission_cards"."done_at" is null or "mission_cards"."swapped_at" is null)
);
--> statement-breakpoint
CREATE TABLE "missions" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"set" text,
	"number" smallint,
	"text" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "missions_event_set_unique" UNIQUE("event_id","set","number"),
	CONSTRAINT "missions_text_check" CHECK ("missions"."text" is not null or "missions"."set" is not null),
	CONSTRAINT "missions_set_check" CHECK (("missions"."set" is null) = ("missions"."number" is null)),
	CONSTRAINT "missions_number_check" CHECK ("missions"."number" between 0 and 29),
	CONSTRAINT "missions_length_check" CHECK (char_length("missions"."text") between 1 and 480)
);
--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "mission_id" integer;--> statement-breakpoint
ALTER TABLE "mission_cards" ADD CONSTRAINT "mission_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mission_cards" ADD CONSTRAINT "mission_cards_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mission_cards_user_idx" ON "mission_cards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mission_cards_mission_idx" ON "mission_cards" USING btree ("mission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mission_cards_open_unique" ON "mission_cards" USING btree ("user_id") WHERE "mission_cards"."done_at" is null and "mission_cards"."swapped_at" is null;--> statement-breakpoint
CREATE INDEX "missions_event_idx" ON "missions" USING btree ("event_id","position");--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photos_mission_idx" ON "photos" USING btree ("mission_id") WHERE "photos"."mission_id" is not null;