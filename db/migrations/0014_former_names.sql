CREATE TABLE "former_names" (
	"name_key" text NOT NULL,
	"organizer_name_key" text NOT NULL,
	"event_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_names_pk" PRIMARY KEY("name_key","organizer_name_key","event_id")
);
--> statement-breakpoint
ALTER TABLE "former_names" ADD CONSTRAINT "former_names_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_names_event_id_idx" ON "former_names" USING btree ("event_id");