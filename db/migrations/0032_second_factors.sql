ALTER TABLE "users" ADD COLUMN "second_factor_sealed" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor_step" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_hashes" text[];--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_second_factor_check" CHECK ("users"."second_factor_sealed" is null or "users"."password_hash" is not null);