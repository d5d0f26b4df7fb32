/** The columns of a list, as the operation returns them. */
export type ColumnName =
	| 'externalReference'
	| 'beneficiaryName'
	| 'bank'
	| 'branchCode'
	| 'accountNumber'
	| 'amount'
	| 'beneficiaryReference'
	| 'idNumber'
	| 'passportNumber'
	| 'passportCountry'
	| 'registrationNumber'
	| 'initials'
	| 'familyName'
	| 'email'
	| 'employeeCode'
	| 'accountType'
	| 'subAccount'
	| 'payMethod';

interface KnownColumn {
	/** As the editor labels it. */
	label: string;
	/** The headings that people use, in English and Afrikaans; the first is the one to suggest. */
	names: string;
	/** Headings that mean this column only where no other one does. */
	secondNames?: string;
	/** Headings that may mean this column, or a gross salary or an account of the ledger: no column by themselves. */
	unclearNames?: string;
	/** Whether a list can do without it. */
	isOptional?: boolean;
}

export const knownColumns: Record<ColumnName, KnownColumn> = {
	externalReference: {
		label: 'External Reference',
		names:
			'reference, our reference, own reference, external reference, unique reference, verwysing, verw, ons verwysing, eie verwysing',
		secondNames:
			'invoice number, invoice no, invoice nr, inv no, faktuurnommer, faktuur no, faktuur nr',
	},
	beneficiaryName: {
		label: 'Beneficiary Name',
		names:
			'name, full name, beneficiary, beneficiary name, payee, payee name, recipient, recipient name, account holder, account name, to account name, homing account name, bank account owner, surname and initials, name and surname, name & surname, full names, naam, volle naam, volle name, naam en van, begunstigde, begunstigde naam, ontvanger, rekeninghouer, naam van rekeninghouer',
		secondNames:
			'employee, employee name, supplier, supplier name, werknemer, werknemer naam, verskaffer, verskaffer naam',
	},
	bank: { label: 'Bank', names: 'bank, bank name, beneficiary bank, banknaam, begunstigde bank' },
	branchCode: {
		label: 'Branch Code',
		names:
			'branch code, branch number, branch no, br code, universal branch code, beneficiary branch code, beneficiary account branch code, recipient branch code, to branch code, homing branch, bank clearance number, takkode, tak kode, taknommer, tak nommer, tak no',
		isOptional: true,
	},
	accountNumber: {
		label: 'Account Number',
		names:
			'account number, account no, account nr, acc no, acc number, bank account, bank account number, beneficiary account, beneficiary account number, recipient account, recipient account number, to account number, homing account, homing account number, payment account, rekeningnommer, rekening no, rekening nr, rek no, rek nr, bankrekening, bankrekeningnommer',
		unclearNames: 'account, rekening',
	},
	amount: {
		label: 'Amount in Rand',
		names:
			'amount, amount in rand, amount due, payment amount, transaction amount, net pay, nett pay, net salary, nett salary, net, nett, net amount, nett amount, amount payable, nett payable, take home, take home pay, bedrag, betaalbedrag, netto, netto bedrag, te betaal, netto betaling, netto salaris, netto loon, net salaris, bedrag in rand',
		unclearNames: 'salary, total, total due, total amount, salaris, loon, totaal',
	},
	beneficiaryReference: {
		label: 'Beneficiary Reference',
		names:
			'statement reference, beneficiary reference, payment reference, bank statement reference, bank reference, their reference, recipient reference, statement, statement description, beneficiary statement description, beneficiary statement description cr, beneficiary description, payee reference, begunstigde verwysing, betaalverwysing, betalingsverwysing, staatverwysing, bankverwysing, hulle verwysing',
	},
	idNumber: {
		label: 'ID Number',
		names: 'id number, id, id no, identity number, sa id number, id nommer, identiteitsnommer',
		isOptional: true,
	},
	passportNumber: {
		label: 'Passport Number',
		names: 'passport number, passport, passport no, paspoortnommer, paspoort',
		isOptional: true,
	},
	passportCountry: {
		label: 'Passport Country',
		names: 'passport country, country of passport, paspoortland, land van paspoort',
		isOptional: true,
	},
	registrationNumber: {
		label: 'Registration Number',
		names:
			'registration number, company registration number, company registration, registration no, registrasienommer',
		isOptional: true,
	},
	initials: { label: 'Initials', names: 'initials, voorletters', isOptional: true },
	familyName: {
		label: 'Family Name',
		names: 'family name, surname, last name, van, familienaam',
		isOptional: true,
	},
	email: {
		label: 'Email',
		names: 'email, email address, epos, epos adres',
		isOptional: true,
	},
	employeeCode: {
		label: 'Employee Code',
		names:
			'employee code, employee number, employee no, employee id, emp code, emp number, emp no, staff number, staff no, staff code, personnel number, payroll number, werknemerkode, werknemernommer, werknemer kode, werknemer nommer, personeelnommer, loonnommer',
		isOptional: true,
	},
	accountType: {
		label: 'Account Type',
		names: 'account type, recipient account type, type of account, rekeningtipe, tipe rekening',
		isOptional: true,
	},
	subAccount: {
		label: 'Sub-Account Number',
		names: 'sub-account number, beneficiary sub-account number, sub-account',
		isOptional: true,
	},
	payMethod: {
		label: 'Pay Method',
		names: 'pay method, payment method, method of payment, betaalmetode, betaalwyse',
		isOptional: true,
	},
};

/** The heading that a sheet should use for a column. */
export function nameOfColumn(column: ColumnName): string {
	return knownColumns[column].names.split(', ')[0] ?? column;
}

export const columnNames = Object.keys(knownColumns) as ColumnName[];

/** They are returned only if the list has them. */
export const optionalColumns = columnNames.filter((name) => knownColumns[name].isOptional);
