CREATE TABLE "events" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"organizer_name_key" text NOT NULL,
	"description" text NOT NULL,
	"image_storage" text,
	"image_key" text,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"organizer_id" integer,
	"max_users" integer DEFAULT 10 NOT NULL,
	"voting_enabled" boolean DEFAULT true NOT NULL,
	"max_photos_per_user" integer DEFAULT 3 NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_name_organizer_unique" UNIQUE("name_key","organizer_name_key"),
	CONSTRAINT "events_image_key_unique" UNIQUE("image_key"),
	CONSTRAINT "events_max_users_check" CHECK ("events"."max_users" >= 1),
	CONSTRAINT "events_max_photos_check" CHECK ("events"."max_photos_per_user" between 1 and 5),
	CONSTRAINT "events_dates_check" CHECK ("events"."end_date" >= "events"."start_date"),
	CONSTRAINT "events_image_check" CHECK (("events"."image_key" is null) = ("events"."image_storage" is null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text,
	"is_organizer" boolean DEFAULT false NOT NULL,
	"selfie_storage" text,
	"selfie_key" text,
	"return_token_hash" text,
	"sign_in_token_hash" text,
	"sign_in_token_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_event_name_email_unique" UNIQUE("event_id","name_key","email_key"),
	CONSTRAINT "users_selfie_key_unique" UNIQUE("selfie_key"),
	CONSTRAINT "users_return_token_unique" UNIQUE("return_token_hash"),
	CONSTRAINT "users_sign_in_token_unique" UNIQUE("sign_in_token_hash"),
	CONSTRAINT "users_selfie_check" CHECK (("users"."selfie_key" is null) = ("users"."selfie_storage" is null))
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"event_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"image_storage" text NOT NULL,
	"image_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photos_user_position_unique" UNIQUE("user_id","position"),
	CONSTRAINT "photos_image_key_unique" UNIQUE("image_key"),
	CONSTRAINT "photos_position_check" CHECK ("photos"."position" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"user_id" integer NOT NULL,
	"photo_id" integer NOT NULL,
	"star" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_pk" PRIMARY KEY("user_id","photo_id"),
	CONSTRAINT "favorites_user_star_unique" UNIQUE("user_id","star"),
	CONSTRAINT "favorites_star_check" CHECK ("favorites"."star" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "flag_reports" (
	"id" serial PRIMARY KEY NOT NULL,
	"photo_id" integer NOT NULL,
	"reported_by_id" integer NOT NULL,
	"event_id" bigint NOT NULL,
	"reason" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "flag_reports_photo_reporter_unique" UNIQUE("photo_id","reported_by_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"from_user_id" integer NOT NULL,
	"to_user_id" integer NOT NULL,
	"message" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"plan" text NOT NULL,
	"amount" integer NOT NULL,
	"payment_intent_id" text NOT NULL,
	"granted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_payment_intent_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "payments_amount_check" CHECK ("payments"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "file_removals" (
	"id" serial PRIMARY KEY NOT NULL,
	"storage" text NOT NULL,
	"image_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"not_before" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"ftp_storage_active" boolean DEFAULT false NOT NULL,
	"ftp_host" text,
	"ftp_directory" text,
	"ftp_base_url" text,
	"ftp_credentials" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storage_settings_single_check" CHECK ("storage_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_organizer_id_fk" FOREIGN KEY ("organizer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_reports" ADD CONSTRAINT "flag_reports_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_reports" ADD CONSTRAINT "flag_reports_reported_by_id_users_id_fk" FOREIGN KEY ("reported_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_reports" ADD CONSTRAINT "flag_reports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_organizer_unique" ON "users" USING btree ("event_id") WHERE "users"."is_organizer";--> statement-breakpoint
CREATE INDEX "users_event_id_idx" ON "users" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "photos_event_id_idx" ON "photos" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "favorites_photo_id_idx" ON "favorites" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "flag_reports_event_status_idx" ON "flag_reports" USING btree ("event_id","status");--> statement-breakpoint
CREATE INDEX "messages_to_user_idx" ON "messages" USING btree ("to_user_id","is_read");--> statement-breakpoint
CREATE INDEX "file_removals_not_before_idx" ON "file_removals" USING btree ("not_before");