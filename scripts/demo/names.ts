// Given and family names as they are common in a region. Anyone who is named here is no one: the two are drawn apart.
// Names of heads of state and of other people whom everyone knows are left out.

export interface Names {
  given: readonly string[];
  family: readonly string[];
}

const of = (given: string, family: string): Names => ({
  given: given.split(', '),
  family: family.split(', '),
});

export const NAMES = {
  akan: of(
    'Ama, Kofi, Akosua, Kwame, Yaa, Kwabena, Abena, Yaw, Efua, Kojo, Esi, Adwoa, Nana Yaw, Afua',
    'Mensah, Owusu, Boateng, Asante, Osei, Appiah, Agyeman, Amoah, Ofori, Darko, Addo, Quaye, Tetteh, Lamptey',
  ),
  yoruba: of(
    'Adebola, Oluwaseun, Temitope, Folake, Ayodele, Bukola, Yetunde, Kehinde, Taiwo, Simisola, Damilola, Morenike',
    'Adeyemi, Ogunleye, Adebayo, Olatunji, Akinola, Oyelaran, Afolabi, Bakare, Oladipo, Ogunbiyi, Adekunle',
  ),
  igbo: of(
    'Chidi, Ngozi, Emeka, Adaeze, Chinedu, Ifeoma, Obinna, Nneka, Uche, Chiamaka, Ikenna, Amarachi',
    'Okafor, Nwosu, Eze, Okonkwo, Nwankwo, Anyanwu, Okeke, Onwuka, Nnamani, Ezeudu, Okoro',
  ),
  hausa: of(
    'Aisha, Ibrahim, Fatima, Musa, Hauwa, Sani, Zainab, Yusuf, Maryam, Abubakar, Halima, Aliyu',
    'Abdullahi, Bello, Garba, Danladi, Lawal, Usman, Tanko, Yakubu, Mohammed, Suleiman',
  ),
  senegambia: of(
    'Awa, Moussa, Fatou, Ousmane, Aminata, Cheikh, Mariama, Modou, Khady, Ibrahima, Ndèye, Alioune, Coumba',
    'Diop, Ndiaye, Fall, Gueye, Faye, Sarr, Diouf, Mbaye, Sy, Thiam, Cissé, Badji, Diatta',
  ),
  gambia: of(
    'Fatou, Lamin, Isatou, Ebrima, Binta, Ousman, Awa, Modou, Jainaba, Alieu',
    'Jallow, Ceesay, Touray, Jobe, Njie, Sanyang, Bojang, Darboe, Camara',
  ),
  mande: of(
    'Oumar, Kadiatou, Seydou, Fanta, Mamadou, Djeneba, Bakary, Assétou, Souleymane, Rokia, Adama, Nana',
    'Traoré, Coulibaly, Diarra, Sidibé, Konaté, Touré, Camara, Dembélé, Sangaré, Doumbia',
  ),
  guinea: of(
    'Mamadou, Aïssatou, Alpha, Mariama, Thierno, Hadja, Ibrahima, Fatoumata, Sékou, Kadiatou',
    'Diallo, Bah, Barry, Sow, Camara, Soumah, Bangoura, Kourouma, Sylla, Keïta',
  ),
  ivory: of(
    'Kouassi, Affoué, Konan, Aya, Yao, Akissi, Serge, Estelle, Aminata, Ibrahim, Marie-Ange, Franck',
    'Kouamé, N’Guessan, Koffi, Brou, Kouadio, Tanoh, Yapi, Bamba, Koné, Assi',
  ),
  mossi: of(
    'Issa, Aïssata, Salif, Awa, Rasmané, Mariam, Boukary, Alizèta, Pascal, Clarisse',
    'Ouédraogo, Sawadogo, Zongo, Nikiéma, Tapsoba, Ilboudo, Kinda, Sanou, Tiendrébéogo',
  ),
  gbe: of(
    'Kossi, Afi, Komlan, Akouvi, Yawo, Essi, Mawuli, Abla, Sènan, Fifamè',
    'Agbeko, Amouzou, Adjovi, Hounkpatin, Dossou, Gbaguidi, Ahouansou, Akakpo, Houessou, Kpadé',
  ),
  niger: of(
    'Hamidou, Hadiza, Boubacar, Ramatou, Abdou, Zeinabou, Moussa, Mariama, Sani, Nafissa',
    'Maïga, Harouna, Souley, Amadou, Oumarou, Garba, Seyni, Hassane, Moumouni',
  ),
  chad: of(
    'Mahamat, Achta, Abakar, Khadidja, Hawa, Ousman, Zara, Néloumta, Djimadoum, Amina',
    'Adoum, Brahim, Saleh, Abdelkerim, Ngarta, Djimet, Moussa, Mbaïlao, Hassan',
  ),
  mauritania: of(
    'Sidi, Mariem, Ahmedou, Oumou, Aminetou, Cheikhna, Khadijetou, Mamadou, Vatma',
    'Ba, Kane, Sow, Diallo, Abdallahi, Maouloud, Sidi Ahmed, Wane, Mohamed Salem',
  ),
  maghreb: of(
    'Yasmine, Karim, Samira, Youssef, Leïla, Mehdi, Salma, Nabil, Imane, Rachid, Amine, Nadia, Hichem, Ines',
    'Benali, El Idrissi, Bouzid, Haddad, Mansouri, Trabelsi, Cherif, Belkacem, Amrani, Zerrouki, Ben Salah, Khelifi',
  ),
  nile: of(
    'Ahmed, Mariam, Mahmoud, Nour, Hassan, Salma, Tarek, Dina, Heba, Mostafa, Yara, Amna, Osman',
    'Ibrahim, Abdelrahman, Fathy, Saleh, Ramadan, Nasr, Gaber, Shaker, Elhassan, Abdalla, Babiker, Eltayeb',
  ),
  ethiopia: of(
    'Abebe, Selam, Dawit, Hanna, Meron, Bekele, Tigist, Yonas, Almaz, Girma, Chaltu, Tolera, Lemlem',
    'Tesfaye, Kebede, Alemu, Desta, Wolde, Tadesse, Negash, Mekonnen, Gemechu, Bekele, Ayele',
  ),
  eritrea: of(
    'Semere, Saba, Filmon, Luwam, Yohannes, Winta, Merhawi, Helen, Rahwa, Natnael',
    'Tekle, Ghebremedhin, Habtemariam, Kidane, Asmerom, Berhe, Tesfamariam, Woldu',
  ),
  somali: of(
    'Abdi, Hodan, Farah, Ayaan, Mahad, Ifrah, Liban, Sahra, Guled, Ubah, Hamse',
    'Warsame, Hassan, Nur, Jama, Aden, Duale, Hersi, Abdullahi, Egal, Roble',
  ),
  kenya: of(
    'Wanjiru, Brian, Faith, Kevin, Njeri, Achieng, Kiprono, Mercy, Dennis, Akinyi, Mutua, Grace, Halima',
    'Kamau, Otieno, Mwangi, Kariuki, Ochieng, Kiplagat, Mutiso, Wafula, Chepkoech, Omondi, Njoroge, Musyoka',
  ),
  tanzania: of(
    'Neema, Juma, Rehema, Baraka, Asha, Emmanuel, Zawadi, Said, Upendo, Hamisi',
    'Mushi, Massawe, Kimaro, Lyimo, Mbwana, Ngowi, Msuya, Shayo, Mwakalinga, Komba',
  ),
  uganda: of(
    'Joan, Moses, Nakato, Okello, Akello, Isaac, Prossy, Ivan, Sarah, Ronald',
    'Mukasa, Ssemakula, Nakitende, Byaruhanga, Tumusiime, Ochan, Namugga, Wasswa, Kiggundu',
  ),
  greatLakes: of(
    'Aline, Eric, Claudine, Jean-Bosco, Diane, Patrick, Solange, Innocent, Divine, Olivier',
    'Uwimana, Habimana, Mukamana, Ndayisaba, Niyonzima, Uwase, Mugisha, Hakizimana, Irakoze, Iradukunda',
  ),
  congo: of(
    'Gloire, Merveille, Patient, Espérance, Christian, Nadège, Junior, Béatrice, Dieudonné, Naomie',
    'Kabongo, Mbuyi, Ilunga, Mukendi, Kalala, Ngoma, Makosso, Mabiala, Loemba, Mavoungou, Lukusa',
  ),
  cameroon: of(
    'Solange, Hervé, Mireille, Achille, Brigitte, Cédric, Nadine, Emilia, Eric, Laure',
    'Mbarga, Fotso, Kamga, Ngono, Njoya, Ekambi, Tabe, Nfor, Ateba, Eyenga',
  ),
  gabon: of(
    'Prisca, Landry, Edwige, Guy-Roger, Chimène, Arnaud, Carole, Rodrigue',
    'Ondo, Nzé, Moussavou, Ndong, Mboumba, Nyare, Koumba, Minko',
  ),
  equatorial: of(
    'Consuelo, Pedro, Trinidad, Santiago, Purificación, Esteban, Milagrosa, Gaspar',
    'Esono, Ndong, Nsue, Ela, Nchama, Oyono, Mangue, Bibang',
  ),
  angola: of(
    'Esperança, Domingos, Luísa, Paulo, Celeste, Nelson, Marta, Adilson, Teresa',
    'Kiala, Baptista, Manuel, Francisco, Cassule, Muhongo, Sebastião, Chilombo',
  ),
  mozambique: of(
    'Filomena, Carlos, Graça, Alberto, Lurdes, Hélder, Amélia, Zito, Rosa',
    'Sitoe, Macuácua, Nhantumbo, Cossa, Tembe, Mabunda, Matusse, Chirindza',
  ),
  islands: of(
    'João, Maria José, Djamila, Nilton, Sónia, Aniceto, Edna, Adérito, Ivone',
    'Monteiro, Tavares, Semedo, Lopes, Fortes, Andrade, Pires, Mendes, Delgado',
  ),
  bissau: of(
    'Mamadú, Fatumata, Braima, Domingas, Aliu, Cadi, Iaia, Binta',
    'Djaló, Baldé, Sanhá, Mané, Camará, Cassamá, da Costa, Gomes',
  ),
  nguni: of(
    'Thandiwe, Sipho, Nomsa, Themba, Lindiwe, Bongani, Zanele, Ayanda, Sibusiso, Nokuthula, Priya, Riaan',
    'Dlamini, Nkosi, Khumalo, Mthembu, Ndlovu, Mokoena, Naidoo, Adams, Pillay, Shongwe, Simelane, Botha',
  ),
  sotho: of(
    'Lerato, Thabo, Palesa, Tshepo, Kagiso, Naledi, Boitumelo, Mpho, Kabelo, Refilwe',
    'Mokoena, Molefe, Moloi, Mohapi, Kgosietsile, Motsumi, Modise, Lekota, Tau, Sello',
  ),
  namibia: of(
    'Ndapewa, Tangeni, Hilma, Petrus, Selma, Erastus, Rauna, Uapona',
    'Shikongo, Amutenya, Nangolo, Katjivena, Haimbodi, Iipinge, Kandjii, Shilongo',
  ),
  shona: of(
    'Tendai, Rudo, Farai, Chipo, Tafadzwa, Nyasha, Tatenda, Rutendo, Kudzai, Sibongile',
    'Moyo, Ncube, Chikwanha, Mutasa, Sibanda, Dube, Makoni, Zhou, Gumbo, Chirume',
  ),
  zambezi: of(
    'Mutale, Chanda, Bwalya, Thokozani, Chisomo, Mwila, Limbani, Tionge, Mapalo, Kondwani',
    'Phiri, Mwale, Tembo, Chirwa, Nyirenda, Mulenga, Musonda, Sakala, Kachale, Zimba',
  ),
  madagascar: of(
    'Hery, Voahirana, Tiana, Lalaina, Fidy, Noro, Mamy, Haja, Onja, Soa',
    'Rakotomalala, Andrianarisoa, Razafindrakoto, Randrianasolo, Raharison, Andriamihaja, Rasolofo',
  ),
  mauritius: of(
    'Anjali, Jean-Marc, Nadia, Rajesh, Stéphanie, Yusuf, Kavita, Olivier',
    'Bissessur, Doorga, Beeharry, Lallemand, Appadoo, Joomun, Perrine, Ramdin',
  ),
  seychelles: of(
    'Marie-Ange, Terry, Sylvia, Jude, Daniella, Ralph',
    'Hoareau, Morel, Payet, Bristol, Labrosse, Esparon',
  ),
  comoros: of(
    'Said, Moinaecha, Ibrahim, Zaïnaba, Halima, Nassur, Echat',
    'Mohamed, Abdou, Mmadi, Combo, Attoumane, Youssouf, Bacar',
  ),
  leone: of(
    'Fatmata, Mohamed, Isatu, Abu, Mariatu, Hawa, Sorie, Adama, Sahr',
    'Kamara, Sesay, Bangura, Conteh, Kargbo, Turay, Mansaray, Fofanah',
  ),
  liberia: of(
    'Princess, Emmanuel, Comfort, Hawa, Joseph, Musu, Varney, Korto',
    'Kollie, Flomo, Togba, Sumo, Karnga, Dolo, Johnson, Pewee',
  ),
  southSudan: of(
    'Nyakim, Deng, Achol, Ayen, Majok, Abuk, Lual, Keji',
    'Akech, Malual, Lado, Wani, Kuol, Bol, Ajak, Thon',
  ),
  bangui: of(
    'Prudence, Fiacre, Sylvie, Bienvenu, Arlette, Crépin, Rosine',
    'Yamalé, Ngoumbango, Zoungoula, Gbokou, Mbango, Koyassambia',
  ),
  america: of(
    'Jasmine, Marcus, Aaliyah, Darnell, Imani, Terrence, Keisha, Monique, Andre, Simone, Isaiah',
    'Coleman, Brooks, Hayes, Bryant, Simmons, Harris, Banks, Gaines, Whitfield, Pettway',
  ),
  haiti: of(
    'Wideline, Jean-Robert, Mirlande, Stanley, Guerline, Wilner, Nadège, Frantz',
    'Pierre, Baptiste, Joseph, Desrosiers, Célestin, Louissaint, Dorvil, Saint-Fleur',
  ),
  caribbean: of(
    'Shanice, Devon, Kerry-Ann, Omar, Tamara, Alicia, Winston, Anika',
    'Campbell, Bailey, Clarke, Gordon, Reid, Braithwaite, Alleyne, Grant',
  ),
  brazil: of(
    'Dandara, Rafael, Conceição, Tiago, Aparecida, Jorge, Janaína, Luiz, Benedita',
    'Silva, Santos, Nascimento, Oliveira, Souza, de Jesus, Ferreira, Conceição',
  ),
  pacific: of(
    'Yurany, Wilson, Leidy, Jhon, Marleny, Édinson, Luz Dary',
    'Mosquera, Palacios, Murillo, Rentería, Hinestroza, Mena, Caicedo',
  ),
} as const satisfies Record<string, Names>;
export type Region = keyof typeof NAMES;
