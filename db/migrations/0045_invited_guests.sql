CREATE TABLE "invited_guests" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"mail_due_at" timestamp (3) with time zone,
	"mails" smallint DEFAULT 0 NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invited_guests_event_email_unique" UNIQUE("event_id","email_key"),
	CONSTRAINT "invited_guests_mails_check" CHECK ("invited_guests"."mails" between 0 and 2)
);
--> statement-breakpoint
ALTER TABLE "invited_guests" ADD CONSTRAINT "invited_guests_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invited_guests_event_idx" ON "invited_guests" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "invited_guests_due_idx" ON "invited_guests" USING btree ("mail_due_at") WHERE "invited_guests"."mail_due_at" is not null;