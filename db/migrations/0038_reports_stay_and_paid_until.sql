ALTER TABLE "flag_reports" DROP CONSTRAINT "flag_reports_reported_by_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "flag_reports" ALTER COLUMN "reported_by_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "paid_until" date;--> statement-breakpoint
ALTER TABLE "flag_reports" ADD CONSTRAINT "flag_reports_reported_by_id_users_id_fk" FOREIGN KEY ("reported_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "events" SET "paid_until" = "end_date" WHERE "plan" <> 'free';
