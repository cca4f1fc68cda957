ALTER TABLE "paypal_disputes" DROP CONSTRAINT "paypal_disputes_answer";--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD COLUMN "answer_cents" bigint;--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD CONSTRAINT "paypal_disputes_answer" CHECK ("paypal_disputes"."answer" in ('accept', 'offer', 'evidence', 'elsewhere'));