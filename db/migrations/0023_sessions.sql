CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"event_id" bigint NOT NULL,
	"device" text,
	"browser" text,
	"admin_checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_event_id_idx" ON "sessions" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "sessions_seen_at_idx" ON "sessions" USING btree ("seen_at");--> statement-breakpoint
-- What looked at that mark has to go before it.
DROP TRIGGER users_tell_end ON "users";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "session_mark";--> statement-breakpoint
-- As in migration 0012, but whom it concerns is a text: a session's number is none.
CREATE OR REPLACE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  event bigint := changed ->> CASE WHEN TG_TABLE_NAME = 'events' THEN 'id' ELSE 'event_id' END;
  concerned text := coalesce(changed ->> TG_ARGV[1], '0');
BEGIN
  IF TG_TABLE_NAME = 'favorites' THEN
    SELECT event_id INTO event FROM photos WHERE id = (changed ->> 'photo_id')::integer;
  END IF;
  IF event IS NOT NULL THEN
    PERFORM pg_notify('changes', event || ' ' || TG_ARGV[0] || ' ' || concerned);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- A session that ends closes its streams; who gets another role proves anew who they are.
CREATE TRIGGER sessions_tell_end AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION tell_change('session', 'id');--> statement-breakpoint
CREATE TRIGGER users_tell_role AFTER UPDATE OF "is_organizer" ON "users"
  FOR EACH ROW EXECUTE FUNCTION tell_change('role', 'id');--> statement-breakpoint
-- What is kept of who asks (app/models/identity.server.ts) ends with any change of it.
CREATE TRIGGER users_tell_account AFTER UPDATE ON "users"
  FOR EACH ROW EXECUTE FUNCTION tell_change('account', 'id');--> statement-breakpoint
CREATE TRIGGER sessions_tell_check AFTER UPDATE OF "admin_checked_at" ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION tell_change('account', 'user_id');--> statement-breakpoint
-- A selfie is kept until it is another one; with its owner it goes, too.
DROP TRIGGER users_tell_changed ON "users";--> statement-breakpoint
CREATE TRIGGER users_tell_changed AFTER DELETE OR UPDATE OF "name", "selfie_storage", "selfie_key" ON "users"
  FOR EACH ROW EXECUTE FUNCTION tell_event_changed();