CREATE TABLE "planned_messages" (
	"id" integer PRIMARY KEY DEFAULT nextval('messages_id_seq') NOT NULL,
	"event_id" bigint NOT NULL,
	"author_id" integer NOT NULL,
	"to_user_id" integer,
	"audience" text,
	"message" text NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"unsent_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "planned_messages_to_check" CHECK (("planned_messages"."to_user_id" is null) <> ("planned_messages"."audience" is null))
);
--> statement-breakpoint
ALTER TABLE "planned_messages" ADD CONSTRAINT "planned_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_messages" ADD CONSTRAINT "planned_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_messages" ADD CONSTRAINT "planned_messages_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planned_messages_event_idx" ON "planned_messages" USING btree ("event_id","send_at");--> statement-breakpoint
CREATE INDEX "planned_messages_author_idx" ON "planned_messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "planned_messages_to_user_idx" ON "planned_messages" USING btree ("to_user_id");--> statement-breakpoint
CREATE INDEX "planned_messages_due_idx" ON "planned_messages" USING btree ("send_at") WHERE "planned_messages"."unsent_reason" is null;