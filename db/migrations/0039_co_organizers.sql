CREATE TABLE "co_organizer_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "co_organizer_links_token_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
DROP INDEX "users_one_organizer_unique";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "co_organizer_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "author_id" integer;--> statement-breakpoint
ALTER TABLE "co_organizer_links" ADD CONSTRAINT "co_organizer_links_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "co_organizer_links_event_id_idx" ON "co_organizer_links" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_author_idx" ON "messages" USING btree ("author_id") WHERE "messages"."author_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_organizer_unique" ON "users" USING btree ("event_id") WHERE "users"."is_organizer" and "users"."co_organizer_since" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_co_organizer_check" CHECK ("users"."co_organizer_since" is null or "users"."is_organizer");