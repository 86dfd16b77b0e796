CREATE TABLE "ballot_keys" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "result_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"what" text NOT NULL,
	"photo_id" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "results" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_by_hand" boolean NOT NULL,
	"rule" text NOT NULL,
	"places" jsonb NOT NULL,
	"ballots" jsonb NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "voting_closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ballot_keys" ADD CONSTRAINT "ballot_keys_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_changes" ADD CONSTRAINT "result_changes_event_id_results_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."results"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "result_changes_event_idx" ON "result_changes" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "events_uncounted_idx" ON "events" USING btree ("voting_closes_at") WHERE "events"."voting_closes_at" is not null and "events"."voting_closed_at" is null;--> statement-breakpoint
-- A result that appears or goes changes the ranking that every server keeps.
CREATE TRIGGER results_tell_changed AFTER INSERT OR DELETE ON "results"
  FOR EACH ROW EXECUTE FUNCTION tell_event_changed();--> statement-breakpoint
-- Marks a result when a photo or person is removed. Triggers, so that no removal can forget it. Nothing is marked
-- when the event itself is deleted.
CREATE FUNCTION mark_result_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO result_changes (event_id, what, photo_id)
    SELECT results.event_id,
      CASE WHEN TG_TABLE_NAME = 'photos' THEN 'photo' ELSE 'person' END,
      CASE WHEN TG_TABLE_NAME = 'photos' THEN OLD.id END
    FROM results JOIN events ON events.id = results.event_id
    WHERE results.event_id = OLD.event_id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER photos_mark_result AFTER DELETE ON "photos"
  FOR EACH ROW EXECUTE FUNCTION mark_result_changed();--> statement-breakpoint
CREATE TRIGGER users_mark_result AFTER DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION mark_result_changed();
