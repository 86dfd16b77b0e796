CREATE TABLE "first_run" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"password_chosen_at" timestamp (3) with time zone,
	"mail_sent_at" timestamp (3) with time zone,
	"payments" text,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "first_run_single_check" CHECK ("first_run"."id" = 1),
	CONSTRAINT "first_run_payments_check" CHECK ("first_run"."payments" in ('accepted', 'not_needed'))
);
--> statement-breakpoint
-- A platform that runs already needs no first steps.
INSERT INTO "first_run" ("id", "closed_at") SELECT 1, now() WHERE EXISTS (SELECT 1 FROM "users" WHERE "id" = 1);
