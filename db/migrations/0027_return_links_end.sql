ALTER TABLE "users" ADD COLUMN "return_token_expires_at" timestamp (3) with time zone;--> statement-breakpoint
-- When a link was made nobody knows: each has its year from now on.
UPDATE "users" SET "return_token_expires_at" = now() + interval '365 days' WHERE "return_token_hash" IS NOT NULL;
