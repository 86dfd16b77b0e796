-- Tells every server when what a feed shows has changed, as soon as it is committed: answers that are kept
-- in memory are dropped then (app/models/feed-answers.server.ts). Triggers, so that no write can forget it.
CREATE FUNCTION tell_event_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed bigint;
BEGIN
  IF TG_TABLE_NAME = 'favorites' THEN
    -- Gone with its photo, whose own trigger tells it.
    IF TG_OP = 'DELETE' THEN
      SELECT event_id INTO changed FROM photos WHERE id = OLD.photo_id;
    ELSE
      SELECT event_id INTO changed FROM photos WHERE id = NEW.photo_id;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    changed := OLD.event_id;
  ELSE
    changed := NEW.event_id;
  END IF;
  IF changed IS NOT NULL THEN
    PERFORM pg_notify('event_changed', changed::text);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER photos_tell_changed AFTER INSERT OR UPDATE OR DELETE ON "photos"
  FOR EACH ROW EXECUTE FUNCTION tell_event_changed();--> statement-breakpoint
CREATE TRIGGER favorites_tell_changed AFTER INSERT OR DELETE ON "favorites"
  FOR EACH ROW EXECUTE FUNCTION tell_event_changed();--> statement-breakpoint
CREATE TRIGGER users_tell_changed AFTER UPDATE OF "name", "selfie_storage", "selfie_key" ON "users"
  FOR EACH ROW EXECUTE FUNCTION tell_event_changed();
