CREATE TABLE "keeping_mails" (
	"user_id" integer NOT NULL,
	"warning" text NOT NULL,
	"last_day" date NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "keeping_mails_user_id_warning_pk" PRIMARY KEY("user_id","warning")
);
--> statement-breakpoint
ALTER TABLE "keeping_mails" ADD CONSTRAINT "keeping_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;