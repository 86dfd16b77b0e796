ALTER TABLE "events" ADD COLUMN "standings" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "revealed_at" timestamp with time zone;--> statement-breakpoint
-- Events that have begun keep showing their stars.
UPDATE "events" SET "standings" = 'open' WHERE "start_date" <= CURRENT_DATE;--> statement-breakpoint
-- Says where only stars were given or taken back: answers without stars stay cached then, or the time that
-- they take would tell a guest that somebody gave one while standings are hidden.
CREATE OR REPLACE FUNCTION tell_event_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed bigint;
  what text := '';
BEGIN
  IF TG_TABLE_NAME = 'favorites' THEN
    what := ' stars';
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
    PERFORM pg_notify('event_changed', changed || what);
  END IF;
  RETURN NULL;
END
$$;
