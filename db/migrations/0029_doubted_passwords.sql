ALTER TABLE "users" ADD COLUMN "password_doubted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_proven" boolean DEFAULT true NOT NULL;