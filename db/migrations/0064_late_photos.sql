ALTER TABLE "events" ADD COLUMN "photos_until" date;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A late photo is in no result, so its removal does not mark one. Only photos have the column.
CREATE OR REPLACE FUNCTION mark_result_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO result_changes (event_id, what, photo_id)
    SELECT results.event_id,
      CASE WHEN TG_TABLE_NAME = 'photos' THEN 'photo' ELSE 'person' END,
      CASE WHEN TG_TABLE_NAME = 'photos' THEN OLD.id END
    FROM results JOIN events ON events.id = results.event_id
    WHERE results.event_id = OLD.event_id
      AND to_jsonb(OLD) ->> 'late' IS DISTINCT FROM 'true';
  RETURN NULL;
END
$$;
