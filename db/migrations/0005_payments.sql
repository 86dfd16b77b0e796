ALTER TABLE "payments" DROP CONSTRAINT "payments_event_id_events_id_fk";
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "event_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "payment_intent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "key" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "event_number" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "event_name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer_id" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "place" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_test" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_delayed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "receipt_url" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_event_id_idx" ON "payments" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "payments_payer_id_idx" ON "payments" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "payments_unfinished_idx" ON "payments" USING btree ("created_at") WHERE "payments"."state" in ('open', 'processing');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_key_unique" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_checkout_unique" UNIQUE("checkout_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_granted_check" CHECK ("payments"."granted_at" is null or "payments"."state" = 'succeeded');