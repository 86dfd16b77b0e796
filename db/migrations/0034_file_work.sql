CREATE TABLE "file_work" (
	"id" serial PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'remove' NOT NULL,
	"storage" text NOT NULL,
	"image_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"last_error" text,
	"not_before" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_work_state_check" CHECK ("file_work"."state" in ('remove', 'move'))
);
--> statement-breakpoint
CREATE INDEX "file_work_not_before_idx" ON "file_work" USING btree ("not_before");--> statement-breakpoint
-- A server that removes files meanwhile finds its row by the number, so removals keep theirs.
INSERT INTO "file_work" ("id", "storage", "image_key", "attempts", "claimed_until", "last_error", "not_before", "created_at")
	SELECT "id", "storage", "image_key", "attempts", "claimed_until", "last_error", "not_before", "created_at" FROM "file_removals";--> statement-breakpoint
SELECT setval('file_work_id_seq', (SELECT greatest(1, max("id")) FROM "file_work"));--> statement-breakpoint
INSERT INTO "file_work" ("state", "storage", "image_key", "attempts", "last_error", "not_before", "created_at")
	SELECT 'move', "target", "image_key", "attempts", "last_error", "not_before", "created_at" FROM "file_moves";--> statement-breakpoint
DROP TABLE "file_moves" CASCADE;--> statement-breakpoint
DROP TABLE "file_removals" CASCADE;--> statement-breakpoint
-- Servers of the previous version read and write the old tables until they are replaced. A later migration
-- drops these views.
CREATE VIEW "file_removals" AS
	SELECT "id", "storage", "image_key", "attempts", "claimed_until", "last_error", "not_before", "created_at"
	FROM "file_work" WHERE "state" = 'remove';--> statement-breakpoint
CREATE VIEW "file_moves" AS
	SELECT "image_key", "storage" AS "target", "attempts", "last_error", "not_before", "created_at", "state"
	FROM "file_work" WHERE "state" = 'move';--> statement-breakpoint
ALTER VIEW "file_moves" ALTER COLUMN "state" SET DEFAULT 'move';
