CREATE TABLE "party_tables" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"number" smallint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "party_tables_number_check" CHECK ("party_tables"."number" between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "table_id" integer;--> statement-breakpoint
ALTER TABLE "party_tables" ADD CONSTRAINT "party_tables_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "party_tables_event_idx" ON "party_tables" USING btree ("event_id","number");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_table_id_party_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."party_tables"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_table_id_idx" ON "users" USING btree ("table_id") WHERE "users"."table_id" is not null;