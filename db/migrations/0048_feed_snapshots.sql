CREATE TABLE "feed_snapshots" (
	"number" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"salt" text NOT NULL,
	"photo_ids" integer[] NOT NULL,
	"levels" smallint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "feed_snapshots" ADD CONSTRAINT "feed_snapshots_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_snapshots_event_id_idx" ON "feed_snapshots" USING btree ("event_id","number");--> statement-breakpoint
CREATE INDEX "feed_snapshots_made_at_idx" ON "feed_snapshots" USING btree ("made_at");