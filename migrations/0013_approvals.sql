CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"body" jsonb NOT NULL,
	"amount_cents" bigint,
	"payment_id" uuid,
	"application_id" uuid,
	"state" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('waiting', 'approved', 'declined', 'withdrawn', 'expired')),
	CONSTRAINT "approvals_not_by_oneself" CHECK ("approvals"."state" <> 'approved' or "approvals"."decided_by" <> "approvals"."asked_by")
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_one_waiting" ON "approvals" USING btree ("action","target") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_application" ON "approvals" USING btree ("application_id");