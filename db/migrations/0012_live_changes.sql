-- Tells every server what has changed of an event, as soon as it is committed, for those who look at it
-- (app/models/change-streams.server.ts): "<event> <what> <user>", the user being whom alone it concerns, or
-- whose it is; 0 for nobody. Triggers, so that no write can forget it.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Of these tables, some have an event, some a user, and the events themselves have neither.
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  event bigint := changed ->> CASE WHEN TG_TABLE_NAME = 'events' THEN 'id' ELSE 'event_id' END;
  concerned integer := coalesce(changed ->> TG_ARGV[1], '0');
BEGIN
  IF TG_TABLE_NAME = 'favorites' THEN
    -- Gone with its photo, whose own trigger tells it.
    SELECT event_id INTO event FROM photos WHERE id = (changed ->> 'photo_id')::integer;
  END IF;
  IF event IS NOT NULL THEN
    PERFORM pg_notify('changes', event || ' ' || TG_ARGV[0] || ' ' || concerned);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER photos_tell_change AFTER INSERT OR UPDATE OR DELETE ON "photos"
  FOR EACH ROW EXECUTE FUNCTION tell_change('photos');--> statement-breakpoint
CREATE TRIGGER favorites_tell_change AFTER INSERT OR DELETE ON "favorites"
  FOR EACH ROW EXECUTE FUNCTION tell_change('stars', 'user_id');--> statement-breakpoint
CREATE TRIGGER users_tell_change AFTER INSERT OR DELETE OR UPDATE OF "name", "email", "selfie_storage", "selfie_key", "is_organizer" ON "users"
  FOR EACH ROW EXECUTE FUNCTION tell_change('people', 'id');--> statement-breakpoint
CREATE TRIGGER users_tell_end AFTER DELETE OR UPDATE OF "session_mark", "is_organizer" ON "users"
  FOR EACH ROW EXECUTE FUNCTION tell_change('session', 'id');--> statement-breakpoint
CREATE TRIGGER events_tell_change AFTER UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION tell_change('event');--> statement-breakpoint
CREATE TRIGGER events_tell_end AFTER DELETE ON "events"
  FOR EACH ROW EXECUTE FUNCTION tell_change('end');--> statement-breakpoint
CREATE TRIGGER flag_reports_tell_change AFTER INSERT OR UPDATE OR DELETE ON "flag_reports"
  FOR EACH ROW EXECUTE FUNCTION tell_change('reports');--> statement-breakpoint
CREATE TRIGGER messages_tell_change AFTER INSERT OR UPDATE OR DELETE ON "messages"
  FOR EACH ROW EXECUTE FUNCTION tell_change('messages', 'to_user_id');
