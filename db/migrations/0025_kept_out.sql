CREATE TABLE "kept_out" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"person_hash" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_out_event_person_unique" UNIQUE("event_id","person_hash")
);
--> statement-breakpoint
ALTER TABLE "kept_out" ADD CONSTRAINT "kept_out_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_out_event_id_idx" ON "kept_out" USING btree ("event_id","created_at");