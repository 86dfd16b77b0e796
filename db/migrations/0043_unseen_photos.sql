-- As in migration 0012, but only its owner and the organizers hear of a photo that nobody else sees, before and
-- after the change (app/models/live/streams.server.ts).
CREATE FUNCTION tell_photo_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event bigint;
  owner integer;
  is_seen boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    event := OLD.event_id;
    owner := OLD.user_id;
    is_seen := OLD.hidden_at IS NULL;
  ELSE
    event := NEW.event_id;
    owner := NEW.user_id;
    is_seen := NEW.hidden_at IS NULL;
    IF TG_OP = 'UPDATE' THEN
      is_seen := is_seen OR OLD.hidden_at IS NULL;
    END IF;
  END IF;
  PERFORM pg_notify('changes', event || CASE WHEN is_seen THEN ' photos 0' ELSE ' unseen_photos ' || owner END);
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER photos_tell_change ON "photos";--> statement-breakpoint
CREATE TRIGGER photos_tell_change AFTER INSERT OR UPDATE OR DELETE ON "photos"
  FOR EACH ROW EXECUTE FUNCTION tell_photo_change();
