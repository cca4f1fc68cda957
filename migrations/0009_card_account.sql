ALTER TABLE "paypal_orders" ADD COLUMN "client_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD COLUMN "payee" text;