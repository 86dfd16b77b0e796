CREATE TABLE "audit_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"actor_id" bigint NOT NULL,
	"actor_name" text NOT NULL,
	"actor_role" text NOT NULL,
	"deed" text NOT NULL,
	"target_id" bigint,
	"target_name" text,
	"event_id" bigint,
	"event_name" text,
	"detail" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entries_created_at_idx" ON "audit_entries" USING btree ("created_at");