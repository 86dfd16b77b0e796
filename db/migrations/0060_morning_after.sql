CREATE TABLE "morning_mails" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "guests_may_download" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_consent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "morning_mails" ADD CONSTRAINT "morning_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;