CREATE TABLE "turned_away" (
	"event_id" bigint NOT NULL,
	"person_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "turned_away_event_id_person_hash_pk" PRIMARY KEY("event_id","person_hash")
);
--> statement-breakpoint
ALTER TABLE "turned_away" ADD CONSTRAINT "turned_away_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;