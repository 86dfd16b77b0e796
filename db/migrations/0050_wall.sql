CREATE TABLE "wall_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wall_codes_code_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "wall_decisions" (
	"photo_id" integer PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"decision" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wall_screens" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"key_hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wall_screens_key_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "walls" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"programme" text DEFAULT 'photos' NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"next_count" integer DEFAULT 0 NOT NULL,
	"pace" smallint DEFAULT 8 NOT NULL,
	"delay" smallint DEFAULT 20,
	"let_through_until" timestamp (3) with time zone,
	CONSTRAINT "walls_pace_check" CHECK ("walls"."pace" in (4, 6, 8, 10, 15)),
	CONSTRAINT "walls_delay_check" CHECK ("walls"."delay" between 0 and 60)
);
--> statement-breakpoint
ALTER TABLE "wall_codes" ADD CONSTRAINT "wall_codes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wall_decisions" ADD CONSTRAINT "wall_decisions_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wall_decisions" ADD CONSTRAINT "wall_decisions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wall_screens" ADD CONSTRAINT "wall_screens_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walls" ADD CONSTRAINT "walls_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wall_codes_event_id_idx" ON "wall_codes" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "wall_decisions_event_id_idx" ON "wall_decisions" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "wall_screens_event_id_idx" ON "wall_screens" USING btree ("event_id");--> statement-breakpoint
-- Screens ask again when the wall or a decision about a photo has changed; an ended screen's stream is closed, on
-- whichever server it is (app/models/live/streams.server.ts).
CREATE TRIGGER walls_tell_change AFTER INSERT OR UPDATE ON "walls"
  FOR EACH ROW EXECUTE FUNCTION tell_change('wall');--> statement-breakpoint
CREATE TRIGGER wall_decisions_tell_changed AFTER INSERT OR UPDATE OR DELETE ON "wall_decisions"
  FOR EACH ROW EXECUTE FUNCTION tell_event_changed();--> statement-breakpoint
CREATE TRIGGER wall_decisions_tell_change AFTER INSERT OR UPDATE OR DELETE ON "wall_decisions"
  FOR EACH ROW EXECUTE FUNCTION tell_change('wall');--> statement-breakpoint
CREATE TRIGGER wall_screens_tell_change AFTER INSERT ON "wall_screens"
  FOR EACH ROW EXECUTE FUNCTION tell_change('wall');--> statement-breakpoint
CREATE TRIGGER wall_screens_tell_end AFTER DELETE ON "wall_screens"
  FOR EACH ROW EXECUTE FUNCTION tell_change('wall_end', 'id');
