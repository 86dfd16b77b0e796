CREATE TABLE "mail_notices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"is_wanted" boolean,
	"told_message_id" integer DEFAULT 0 NOT NULL,
	"told_report_id" integer DEFAULT 0 NOT NULL,
	"rests_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "broadcast_id" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "audience" text;--> statement-breakpoint
-- What was written to several at one moment, with the same words, was sent to all.
UPDATE "messages" SET "broadcast_id" = sent."id", "audience" = 'all'
FROM (
  SELECT min("id") AS "id", "event_id", "from_user_id", "created_at", "message" FROM "messages"
  GROUP BY "event_id", "from_user_id", "created_at", "message" HAVING count(*) > 1
) AS sent
WHERE "messages"."event_id" = sent."event_id" AND "messages"."from_user_id" = sent."from_user_id"
  AND "messages"."created_at" = sent."created_at" AND "messages"."message" = sent."message";--> statement-breakpoint
ALTER TABLE "mail_notices" ADD CONSTRAINT "mail_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flag_reports_pending_idx" ON "flag_reports" USING btree ("created_at") WHERE "flag_reports"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "messages_broadcast_idx" ON "messages" USING btree ("from_user_id","broadcast_id") WHERE "messages"."broadcast_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_unread_idx" ON "messages" USING btree ("created_at") WHERE not "messages"."is_read";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_broadcast_check" CHECK (("messages"."broadcast_id" is null) = ("messages"."audience" is null));