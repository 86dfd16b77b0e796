import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';

/** The current time as Stripe writes it: in seconds. */
export const now = () => Math.floor(Date.now() / 1000);

/** An id in Stripe's format: its kind, and random letters and digits. */
export function newId(kind: string, length = 24): string {
  const letters = randomBytes(length * 2).toString('base64');
  return `${kind}_${letters.replace(/[^\da-z]/gi, '').slice(0, length)}`;
}

/** The payment method: a card, or a debit that takes days. */
export type PaidWith = 'card' | 'sepa_debit';

/** A payment that nobody has tried yet. */
export function newIntent(
  isLive: boolean,
  order: {
    amount: number;
    currency: string;
    description?: string;
    metadata?: Stripe.Metadata;
    receiptEmail?: string;
    isAutomatic?: boolean;
  },
): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: order.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: order.isAutomatic
      ? { allow_redirects: 'always', enabled: true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: 'automatic',
    created: now(),
    currency: order.currency,
    customer: null,
    customer_account: null,
    description: order.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: isLive,
    managed_payments: null,
    metadata: order.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card', 'sepa_debit'],
    payment_record: null,
    processing: null,
    receipt_email: order.receiptEmail ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

/** A charge: successful, being processed, or declined. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  status: 'succeeded' | 'pending' | 'failed',
  paidWith: PaidWith,
): Stripe.Charge {
  const isFailed = status === 'failed';
  return {
    id: newId(paidWith === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isFailed ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: status === 'succeeded' ? newId('txn') : null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SNAPODIUM',
    captured: !isFailed,
    created: now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: isFailed ? 'card_declined' : null,
    failure_message: isFailed ? 'Your card was declined.' : null,
    fraud_details: {},
    livemode: intent.livemode,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: isFailed ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isFailed ? 'declined_by_network' : 'approved_by_network',
      reason: isFailed ? 'generic_decline' : null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: isFailed ? 'The bank did not say why.' : 'Payment complete.',
      type: isFailed ? 'issuer_declined' : 'authorized',
    },
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: detailsOf(intent, paidWith),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url:
      status === 'succeeded' ? `https://pay.stripe.com/receipts/${newId('payment')}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

function detailsOf(
  intent: Stripe.PaymentIntent,
  paidWith: PaidWith,
): Stripe.Charge.PaymentMethodDetails {
  if (paidWith === 'sepa_debit') {
    return {
      sepa_debit: {
        bank_code: '37040044',
        branch_code: null,
        country: 'DE',
        fingerprint: newId('fp', 16),
        last4: '3000',
        mandate: newId('mandate'),
      },
      type: 'sepa_debit',
    };
  }
  return {
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: 'visa',
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: 'pass',
      },
      country: 'FR',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2040,
      fingerprint: newId('fp', 16),
      funding: 'credit',
      installments: null,
      last4: '4242',
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}

/** A checkout page of Stripe that nobody has completed yet. */
export function newSession(
  isLive: boolean,
  order: {
    amount: number;
    currency: string;
    successUrl: string;
    cancelUrl?: string;
    locale?: string;
    customerEmail?: string;
    reference?: string;
    metadata?: Stripe.Metadata;
    isPricedLocally?: boolean;
    expiresAt?: number;
  },
): Stripe.Checkout.Session {
  const id = newId(isLive ? 'cs_live' : 'cs_test', 58);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: order.isPricedLocally ?? true },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: order.amount,
    amount_total: order.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: order.cancelUrl ?? null,
    client_reference_id: order.reference ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now(),
    currency: order.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: order.customerEmail ?? null,
    discounts: [],
    expires_at: order.expiresAt ?? now() + 24 * 60 * 60,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: isLive,
    locale: order.locale ?? null,
    managed_payments: null,
    metadata: order.metadata ?? {},
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card', 'sepa_debit'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: order.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.com/c/pay/${id}`,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session;
}

/** A payer's dispute at the bank. */
export function newDispute(charge: Stripe.Charge, status: Stripe.Dispute.Status): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: null,
      customer_name: null,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: now() + 7 * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: status.startsWith('warning_'),
    livemode: charge.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: status.startsWith('warning_') ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status,
  } satisfies Stripe.Dispute;
}

/** The event of a type, with the object that Stripe sends. */
export type EventOf<T extends Stripe.Event['type']> = Extract<Stripe.Event, { type: T }>;

/** The event that Stripe sends, with the object in its current state. */
export function newEvent<T extends Stripe.Event['type']>(
  isLive: boolean,
  type: T,
  object: EventOf<T>['data']['object'],
): Stripe.Event {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: now(),
    data: { object: structuredClone(object) },
    livemode: isLive,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } satisfies Stripe.EventBase;
  // All fields are set; the caller has to know which object belongs to the type.
  return event as Stripe.Event;
}
